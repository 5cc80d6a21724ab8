/** On a command line: the configuration is not read. */
export const NO_CONFIG = '--no-config'
