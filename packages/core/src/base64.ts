/** Writes bytes as base64; a text is taken to be base64 already. */
export function toBase64(data: Uint8Array | string): string {
  if (typeof data === 'string') return data;
  let binary = '';
  // In pieces: fromCharCode takes its characters as arguments, of which there may not be too many.
  for (let start = 0; start < data.length; start += 0x8000) {
    binary += String.fromCharCode(...data.subarray(start, start + 0x8000));
  }
  return btoa(binary);
}
