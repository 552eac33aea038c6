import { Ajv2020 } from 'ajv/dist/2020.js';
import { canonical, hasDuplicates } from './keywords/equality.ts';
import { assertedFormats } from './keywords/formats.ts';
import { isMultipleOf } from './keywords/multiple-of.ts';

/** What a compiler of ajv is set up for. */
export interface CompilerKind {
  readonly allErrors: boolean;
  /** Whether schemas ask what other keywords have looked at; ajv's book-keeping for it fails on some schemas that never ask. */
  readonly unevaluated: boolean;
}

/** Sets ajv up so that its verdict is that of JSON Schema, and its cost grows with the value and not with its square. */
export function createAjvCompiler({ allErrors, unevaluated }: CompilerKind): Ajv2020 {
  const compiler = new Ajv2020({
    allErrors,
    // Types are never coerced and inputs never changed: the check is a question.
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    // Without it `required: ['toString']` passes on `{}`.
    ownProperties: true,
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    formats: Object.fromEntries([...assertedFormats].map(([name, { pattern }]) => [name, pattern])),
  });
  compiler.opts.unevaluated = unevaluated;
  replaceKeywords(compiler);
  return compiler;
}

/** Keywords whose verdict or cost in ajv is not what JSON Schema, or a hostile input, asks for. */
function replaceKeywords(compiler: Ajv2020): void {
  for (const keyword of ['multipleOf', 'uniqueItems', 'enum', 'const']) {
    compiler.removeKeyword(keyword);
  }
  // ajv divides, and so says that 0.3 is no multiple of 0.1.
  compiler.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
  });
  // ajv compares every item with every other one.
  compiler.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (on: boolean, items: unknown[]) => !on || !hasDuplicates(items),
  });
  // ajv's comparison calls `toString` and `valueOf` of the value, which a caller can send.
  compiler.addKeyword({ keyword: 'enum', compile: (choices: readonly unknown[]) => isOneOf(choices) });
  compiler.addKeyword({ keyword: 'const', compile: (choice: unknown) => isOneOf([choice]) });
}

function isOneOf(choices: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(choices.filter((choice) => !isNested(choice)));
  const nested = new Set(choices.filter(isNested).map(canonical));
  return (value) => (isNested(value) ? nested.size > 0 && nested.has(canonical(value)) : scalars.has(value));
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
