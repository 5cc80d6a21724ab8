/** Two releases to be measured in the same launches, as indices; the base comes first. */
export interface TimelineLink {
  readonly base: number
  readonly head: number
  /** 0 for the first against the last release; the finest links have the highest. */
  readonly level: number
  /** Index of the link of the level before that spans this one; null at level 0. */
  readonly parent: number | null
}

/**
 * Returns what a timeline measures, the widest links first: the last release against the first, then a chain through the
 * first release of each coarse group, then through those of finer groups. Each link closes the loop of those below it.
 * `groups` are those of each release, the coarse ones first, e.g. `['22', '22.4']`; the last ones are unique.
 */
export function timelineLinks(groups: readonly (readonly string[])[]): TimelineLink[] {
  const last = groups.length - 1
  const links: TimelineLink[] = []
  for (let level = 0; level <= (groups[0]?.length ?? 0) && last > 0; level++) {
    const places = [...groups.keys()].filter(
      index => index === 0 || index === last || groups[index]?.[level - 1] !== groups[index - 1]?.[level - 1],
    )
    for (const [index, head] of places.entries()) {
      const base = places[index - 1]
      if (base === undefined || links.some(link => link.base === base && link.head === head)) continue
      const parent = links.findLastIndex(link => link.base <= base && link.head >= head)
      links.push({ base, head, level, parent: parent < 0 ? null : parent })
    }
  }
  return links
}
