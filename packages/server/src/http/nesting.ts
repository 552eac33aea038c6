import { endOfString } from './json-text.ts';

/**
 * Tells whether JSON text nests deeper than a limit, before it is parsed: the parser itself takes any depth, and
 * everything after it that recurses (validators, JSON.stringify) would overflow the stack.
 */
export function textNestsDeeper(text: string, limit: number): boolean {
  // What nearly all requests are: their openings are too few to nest that deep, even with those inside strings.
  if (!hasMoreOpenings(text, limit)) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charAt(index)) {
      case '"':
        index = endOfString(text, index);
        break;
      case '{':
      case '[':
        if (++depth > limit) return true;
        break;
      case '}':
      case ']':
        depth--;
        break;
      default:
    }
  }
  return false;
}

// By the engine's own search, which looks at many characters at once.
function hasMoreOpenings(text: string, limit: number): boolean {
  let openings = 0;
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    if (++openings > limit) return true;
  }
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at + 1)) {
    if (++openings > limit) return true;
  }
  return false;
}

/** Tells the same of a value that a host has parsed already, without recursing. */
export function valueNestsDeeper(value: unknown, limit: number): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    const below: object[] = [];
    for (const container of level) {
      for (const member of Object.values(container) as unknown[]) {
        if (isContainer(member)) below.push(member);
      }
    }
    level = below;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
