/** Whether this is the published package; the build of it puts `true` here. */
export const IS_PUBLISHED: boolean = false

/** What the command is called in texts. */
export const NAME: string = IS_PUBLISHED ? 'steelyard' : 'bench'

/** The words of a shell that start it. */
export const PROGRAM: string = IS_PUBLISHED ? 'npx steelyard' : 'pnpm bench'
