/** What V8 takes for an object or a list without members, and for each member, on machines of 64 bits. */
const containerBytes = 64;
const memberBytes = 16;

/** About how much memory a value of JSON takes; it stops counting beyond `most`, so that values without an end are none. */
export function memoryOf(value: unknown, most: number): number {
  let bytes = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && bytes <= most) {
    const one = open.pop();
    if (typeof one === 'string') bytes += one.length + memberBytes;
    else if (typeof one !== 'object' || one === null) bytes += memberBytes;
    else {
      bytes += containerBytes;
      for (const [name, member] of Object.entries(one)) {
        if (!Array.isArray(one)) bytes += name.length + memberBytes;
        open.push(member);
      }
    }
  }
  return bytes;
}
