// Runs in the search of the site: shows the parts that have all words of the reader.
const tools = document.querySelector<HTMLElement>('.tools')
const field = tools?.querySelector('input')
const status = tools?.querySelector('[role=status]')

function show(): void {
  const words = (field?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ dataset }: HTMLElement) => words.every(word => dataset.words?.includes(word))
  let count = 0
  for (const section of document.querySelectorAll<HTMLElement>('main section')) {
    const items = [...section.querySelectorAll('li')]
    for (const item of items) item.hidden = !matches(item)
    const head = section.querySelector('h2')
    const shown = items.filter(item => !item.hidden).length
    const isHead = head !== null && matches(head)
    section.hidden = shown === 0 && !isHead
    count += shown + (isHead ? 1 : 0)
  }
  if (status) status.textContent = words.length === 0 ? '' : `${count} found`
  history.replaceState(null, '', words.length === 0 ? '#' : `#${encodeURIComponent(words.join(' '))}`)
}

if (tools && field) {
  tools.hidden = false
  field.addEventListener('input', show)
  // Unlike decodeURIComponent it takes a bare %.
  field.value = new URLSearchParams(`words=${location.hash.slice(1)}`).get('words') ?? ''
  field.focus()
  if (field.value !== '') show()
}
