/** What is used of Eleventy, which has no types of its own. */
declare module '@11ty/eleventy' {
  /** A template that is written as a page. */
  export interface RenderedPage {
    /** Path in the folder of the input, with a slash before it and without its ending. */
    readonly filePathStem: string
  }

  /** As markdown-it makes them. */
  export interface MarkdownToken {
    readonly type: string
    readonly tag: string
    readonly content: string
    readonly children: readonly MarkdownToken[] | null
    attrSet(name: string, value: string): void
  }

  interface MarkdownState {
    readonly tokens: readonly MarkdownToken[]
    readonly env: { readonly page: RenderedPage }
  }

  interface MarkdownLibrary {
    enable(rule: 'code'): void
    readonly core: { readonly ruler: { push(name: string, rule: (state: MarkdownState) => void): void } }
  }

  interface Config {
    readonly benchmarkManager: {
      get(group: 'Configuration'): { setMinimumThresholdPercent(percent: number): void }
    }
    /** There only while plugins run. */
    readonly htmlTransformer: {
      addUrlTransform(
        extension: 'html',
        transform: (this: { readonly page: RenderedPage }, url: string) => string,
      ): void
    }
    addPlugin(plugin: (config: Config) => void): void
    addTemplate(
      path: string,
      content: string,
      data: { readonly permalink: string; readonly templateEngineOverride: 'md' },
    ): void
    addTransform(
      name: string,
      transform: (this: { readonly page: RenderedPage }, content: string) => string,
    ): void
    amendLibrary(name: 'md', amend: (library: MarkdownLibrary) => void): void
    setTemplateFormats(formats: readonly string[]): void
    setUseGitIgnore(isUsed: boolean): void
  }

  interface Options {
    readonly quietMode: boolean
    readonly configPath: null
    config(config: Config): void
  }

  export class Eleventy {
    constructor(input: string, output: string, options: Options)
    disableLogger(): void
    write(): Promise<unknown>
  }
}
