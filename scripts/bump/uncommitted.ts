import { execFileSync } from 'node:child_process'

/**
 * Returns those of some files that differ from the last commit.
 *
 * @throws SyntaxError in one sentence when git fails
 */
export function uncommitted(root: string, files: readonly string[]): readonly string[] {
  try {
    const args = ['status', '--porcelain', '-z', '--', ...files]
    const text = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    // Two letters for the kind of change precede each name.
    return text.split('\0').flatMap(line => (line === '' ? [] : [line.slice(3)]))
  } catch {
    throw new SyntaxError(
      `Cannot bump: git does not tell whether ${files.join(' and ')} have changes that are not committed. Run it in a clone of the repository.`,
    )
  }
}
