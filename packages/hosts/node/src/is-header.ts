/** Whether a field of a request, as it was sent, is the header of a name in lower case. */
export function isHeader(field: string, name: string): boolean {
  if (field.length !== name.length) return false;
  // Most of the same length begin otherwise, and to compare a letter costs a tenth of a copy in lower case.
  return (field.charCodeAt(0) | 0x20) === name.charCodeAt(0) && field.toLowerCase() === name;
}
