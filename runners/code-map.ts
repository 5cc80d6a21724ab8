/** V8 names each function there, with its place and its tier; functions that are interpreted get frames of their own. */
export const V8_CODE_MAP = ['--perf-basic-prof', '--interpreted-frames-native-stack'] as const

/** V8's sampler of allocations reports an inlined function as the function around it. */
export const V8_PLAIN_FRAMES = ['--no-turbo-inlining', '--no-maglev-inlining'] as const
