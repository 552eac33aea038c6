/** A line of TOML, and what begins there. */
export interface Line {
  readonly text: string;
  /** The parts of the name of the table that begins here. */
  readonly header: readonly string[] | undefined;
  /** The first part of a key with a value, outside of all tables. */
  readonly isKeyOf: string | undefined;
}

/** Finds where tables begin. Texts and lists may go over many lines, which may look like anything. */
export function readHeaders(text: string): readonly Line[] {
  let open = '';
  let isInTable = false;
  return text.split(/\r?\n/).map((line) => {
    const isInside = open !== '';
    open = openAfter(line, open);
    const name = isInside ? undefined : /^\s*\[\[?([^[\]]+)\]\]?\s*(?:#.*)?$/.exec(line)?.[1];
    if (name !== undefined) isInTable = true;
    const key = isInside || isInTable ? undefined : /^\s*([\w-]+|"[^"]*"|'[^']*')\s*[.=]/.exec(line)?.[1];
    return {
      text: line,
      header: name === undefined ? undefined : partsOf(name),
      isKeyOf: key === undefined ? undefined : partsOf(key)[0],
    };
  });
}

/** What is still open after a line: the quotes of a long text, or the brackets of a list. */
function openAfter(line: string, before: string): string {
  let open = before;
  for (let at = 0; at < line.length; at += 1) {
    const three = line.slice(at, at + 3);
    const one = line[at] ?? '';
    if (open === '"""' || open === "'''") {
      if (open === '"""' && one === '\\') at += 1;
      else if (three === open) {
        at += 2;
        open = before.startsWith('[') ? before : '';
      }
    } else if (three === '"""' || three === "'''") {
      at += 2;
      open = three;
    } else if (one === '"' || one === "'") {
      at = endOfText(line, at);
    } else if (one === '#') {
      return open;
    } else if (one === '[' && (open.startsWith('[') || isValue(line, at))) {
      open += '[';
    } else if (one === ']' && open.startsWith('[')) {
      open = open.slice(1);
    }
  }
  return open;
}

function isValue(line: string, at: number): boolean {
  return line.slice(0, at).includes('=');
}

function endOfText(line: string, start: number): number {
  const quote = line[start];
  for (let at = start + 1; at < line.length; at += 1) {
    if (quote === '"' && line[at] === '\\') at += 1;
    else if (line[at] === quote) return at;
  }
  return line.length;
}

function partsOf(name: string): readonly string[] {
  return [...name.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+)/g)].map(
    ([, basic, literal, bare]) => basic ?? literal ?? bare ?? '',
  );
}
