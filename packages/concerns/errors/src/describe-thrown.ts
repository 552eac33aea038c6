import { createSecretMask, cutText } from '@toolwire/internal';

/** A thrown value as a plain object of limited size; for logs, never for responses. */
export interface DescribedThrown {
  /** The error's name, or the type of a thrown primitive. */
  readonly name: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: DescribedThrown;
  /** The errors inside an AggregateError. */
  readonly errors?: readonly DescribedThrown[];
}

const maxNameLength = 100;
const maxMessageLength = 1_000;
const maxStackLength = 4_000;
/** Counts causes and inner errors together, so that cycles and wide trees end. */
const maxErrors = 8;

/**
 * Describes a thrown value for a log: truncated name, message, code, stack and causes. Masks the `secrets`, such as tokens and
 * passwords. Never throws.
 */
export function describeThrown(thrown: unknown, secrets: readonly string[] = []): DescribedThrown {
  return describe(thrown, { left: maxErrors, mask: createSecretMask(secrets) });
}

/** The remaining number of errors, and the secrets to mask. */
interface Budget {
  left: number;
  readonly mask: (text: string) => string;
}

function describe(thrown: unknown, budget: Budget): DescribedThrown {
  budget.left -= 1;
  // Masked before truncation, which could cut a secret in two.
  const shorten = (text: string, maxLength: number): string => cutText(budget.mask(text), maxLength);
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
    return { name: thrown === null ? 'null' : typeof thrown, message: shorten(String(thrown), maxMessageLength) };
  }
  const message = read(thrown, 'message');
  const code = read(thrown, 'code');
  const stack = read(thrown, 'stack');
  const cause = read(thrown, 'cause');
  return {
    name: shorten(nameOf(thrown), maxNameLength),
    message: shorten(typeof message === 'string' ? message : messageFromKeys(thrown), maxMessageLength),
    ...(typeof code === 'string' && { code: shorten(code, maxNameLength) }),
    ...(typeof code === 'number' && budget.mask(String(code)) === String(code) && { code }),
    ...(typeof stack === 'string' && { stack: shorten(stack, maxStackLength) }),
    ...(cause !== undefined && budget.left > 0 && { cause: describe(cause, budget) }),
    ...innerErrors(read(thrown, 'errors'), budget),
  };
}

function nameOf(thrown: object): string {
  const name = read(thrown, 'name');
  return typeof name === 'string' && name !== '' ? name : typeof thrown;
}

function messageFromKeys(thrown: object): string {
  const keys = tryRead(() => Object.keys(thrown).slice(0, 10)) ?? [];
  return keys.length === 0
    ? 'A thrown value without a message'
    : `A thrown value without a message, with ${keys.join(', ')}`;
}

function innerErrors(errors: unknown, budget: Budget): { errors?: DescribedThrown[] } {
  const count: unknown = tryRead(() => (Array.isArray(errors) ? errors.length : 0));
  const described: DescribedThrown[] = [];
  for (let index = 0; typeof count === 'number' && index < count && budget.left > 0; index += 1) {
    described.push(describe(read(errors as object, index), budget));
  }
  return described.length > 0 ? { errors: described } : {};
}

function read(from: object, key: string | number): unknown {
  return tryRead(() => (from as Record<string | number, unknown>)[key]);
}

/** Thrown values may be proxies or have getters that throw; such fields are omitted. */
function tryRead<T>(readValue: () => T): T | undefined {
  try {
    return readValue();
  } catch {
    return undefined;
  }
}
