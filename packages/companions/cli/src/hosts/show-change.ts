const around = 2;

/** What becomes of a text, line by line: what goes, what comes, and a little of what stays around it. */
export function showChange(before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let same = 0;
  while (same < shorter - start && old.at(-1 - same) === now.at(-1 - same)) same += 1;
  const marked = (sign: string, lines: readonly string[]): readonly string[] => lines.map((line) => `${sign} ${line}`);
  return [
    ...(start > around ? ['  …'] : []),
    ...marked(' ', now.slice(Math.max(0, start - around), start)),
    ...marked('-', old.slice(start, old.length - same)),
    ...marked('+', now.slice(start, now.length - same)),
    ...marked(' ', now.slice(now.length - same, now.length - same + around)),
    ...(same > around ? ['  …'] : []),
  ].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
