/** What vitest defines for files that import nothing from it, where its configuration says so (`globals`). */
export {
  afterAll as steelyard$vitest$afterAll,
  afterEach as steelyard$vitest$afterEach,
  assert as steelyard$vitest$assert,
  beforeAll as steelyard$vitest$beforeAll,
  beforeEach as steelyard$vitest$beforeEach,
  bench as steelyard$vitest$bench,
  describe as steelyard$vitest$describe,
  expect as steelyard$vitest$expect,
  it as steelyard$vitest$it,
  suite as steelyard$vitest$suite,
  test as steelyard$vitest$test,
  vi as steelyard$vitest$vi,
} from './shim.ts'
