/** Cases of the contract that need more than the language. */
export const NO_HOST: Readonly<Record<string, string>> = {
  exits: 'it ends by a function of Node',
  babbles: 'it prints by a console',
}
