import { maskSecrets } from './mask-secrets.ts';

/** What was thrown, as a plain object of bounded size; for a logger, never for a wire. */
export interface DescribedThrown {
  /** The error's name, or the type of a thrown value that is no object. */
  readonly name: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: DescribedThrown;
  /** The errors inside an AggregateError. */
  readonly errors?: readonly DescribedThrown[];
}

/** What to mask in a description. */
export interface DescribeThrownOptions {
  /** Tokens, passwords and the like, which are masked wherever the error repeats them. */
  readonly secrets?: readonly string[] | undefined;
}

const longestName = 100;
const longestMessage = 1_000;
const longestStack = 4_000;
/** Counted over causes and inner errors together, so that cycles and wide trees end. */
const mostDescribed = 8;

/** Describes anything thrown for a log: name, message, code, stack and causes, cut to size. Never throws. */
export function describeThrown(thrown: unknown, { secrets = [] }: DescribeThrownOptions = {}): DescribedThrown {
  return describe(thrown, { left: mostDescribed, mask: maskSecrets(secrets) });
}

/** What a description has left to say, and what it must not. */
interface Budget {
  left: number;
  readonly mask: (text: string) => string;
}

function describe(thrown: unknown, budget: Budget): DescribedThrown {
  budget.left -= 1;
  // Masked before it is cut, or the beginning of a secret could stay at the end.
  const shorten = (text: string, longest: number): string => cut(budget.mask(text), longest);
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
    return { name: thrown === null ? 'null' : typeof thrown, message: shorten(String(thrown), longestMessage) };
  }
  const message = read(thrown, 'message');
  const code = read(thrown, 'code');
  const stack = read(thrown, 'stack');
  const cause = read(thrown, 'cause');
  return {
    name: shorten(nameOf(thrown), longestName),
    message: shorten(typeof message === 'string' ? message : withoutMessage(thrown), longestMessage),
    ...(typeof code === 'string' && { code: shorten(code, longestName) }),
    ...(typeof code === 'number' && budget.mask(String(code)) === String(code) && { code }),
    ...(typeof stack === 'string' && { stack: shorten(stack, longestStack) }),
    ...(cause !== undefined && budget.left > 0 && { cause: describe(cause, budget) }),
    ...innerErrors(read(thrown, 'errors'), budget),
  };
}

function nameOf(thrown: object): string {
  const name = read(thrown, 'name');
  return typeof name === 'string' && name !== '' ? name : typeof thrown;
}

function withoutMessage(thrown: object): string {
  const keys = tryTo(() => Object.keys(thrown).slice(0, 10)) ?? [];
  return keys.length === 0
    ? 'A thrown value without a message'
    : `A thrown value without a message, with ${keys.join(', ')}`;
}

function innerErrors(errors: unknown, budget: Budget): { errors?: DescribedThrown[] } {
  const count: unknown = tryTo(() => (Array.isArray(errors) ? errors.length : 0));
  const described: DescribedThrown[] = [];
  for (let index = 0; typeof count === 'number' && index < count && budget.left > 0; index += 1) {
    described.push(describe(read(errors as object, index), budget));
  }
  return described.length > 0 ? { errors: described } : {};
}

function read(from: object, key: string | number): unknown {
  return tryTo(() => (from as Record<string | number, unknown>)[key]);
}

/** A thrown value may be a proxy or have getters that throw; what cannot be read is left out of the description. */
function tryTo<T>(readValue: () => T): T | undefined {
  try {
    return readValue();
  } catch {
    return undefined;
  }
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
