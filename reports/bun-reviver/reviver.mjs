// Time per key of JSON.parse with a reviver that keeps every value, for short and long texts of the same rows.
//   bun reviver.mjs
//   BUN_JSC_useJSONSourceTextAccess=0 bun reviver.mjs      # without the third argument of revivers
const KEYS_A_ROW = 24

function row(id) {
  const cell = name => ({
    type: 'td',
    props: { className: 'cell', title: `${name} ${id}`, children: `${name}${id}` },
  })
  return {
    type: 'tr',
    props: { id, selected: id % 2 === 0, children: [cell('name'), cell('date'), cell('sum')] },
  }
}

for (const rows of [170, 5000]) {
  const text = JSON.stringify(Array.from({ length: rows }, (_, id) => row(id)))
  for (const [form, reviver] of [['parse'], ['reviver', (_key, value) => value]]) {
    let calls = 0
    const until = performance.now() + 500
    while (performance.now() < until) JSON.parse(text, reviver)
    const began = performance.now()
    while (performance.now() < began + 1500) {
      JSON.parse(text, reviver)
      calls++
    }
    const ns = ((performance.now() - began) * 1e6) / (calls * rows * KEYS_A_ROW)
    console.log(`${rows * KEYS_A_ROW} keys, ${form}: ${ns.toFixed(1)} ns a key`)
  }
}
