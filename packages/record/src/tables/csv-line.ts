/**
 * Returns fields as a line of CSV by RFC 4180, without its end: text with a comma, a quote or a line break in quotes, null
 * as nothing, anything nested as JSON.
 */
export function csvLine(fields: readonly unknown[]): string {
  return fields.map(fieldText).join(',')
}

function fieldText(field: unknown): string {
  if (field === null || field === undefined) return ''
  const text = typeof field === 'object' ? JSON.stringify(field) : String(field)
  return /[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
}
