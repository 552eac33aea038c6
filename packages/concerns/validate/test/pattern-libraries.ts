import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';
import { z as z3 } from 'zod3';
import { ajv } from '../src/ajv.ts';
import type { SchemaSource } from '../src/compile/compile-input.ts';
import { type CompiledInput, compileInput } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { zod3 } from '../src/zod3.ts';

/** An input of one string, and of a list of strings, that a pattern checks. */
export type PatternSchema = (pattern: string, maxLength: number | undefined) => CompiledInput;

const compile = (schema: SchemaSource, validator = ajv()): CompiledInput =>
  compileInput(schema, { validator, converters: [zod3()] });

const jsonSchema = (pattern: string, maxLength: number | undefined): SchemaSource => {
  const text = { type: 'string', pattern, ...(maxLength !== undefined && { maxLength }) };
  return { type: 'object', properties: { text, texts: { type: 'array', items: text } } };
};

/** The same schema in each library. */
export const patternLibraries: readonly (readonly [name: string, schema: PatternSchema])[] = [
  [
    'zod 4',
    (pattern, maxLength) => {
      const text = maxLength === undefined ? z.string() : z.string().max(maxLength);
      const checked = text.regex(new RegExp(pattern, 'u'));
      return compile(z.object({ text: checked.optional(), texts: z.array(checked).optional() }));
    },
  ],
  [
    'zod 3',
    (pattern, maxLength) => {
      const text = maxLength === undefined ? z3.string() : z3.string().max(maxLength);
      const checked = text.regex(new RegExp(pattern, 'u'));
      return compile(z3.object({ text: checked.optional(), texts: z3.array(checked).optional() }));
    },
  ],
  [
    'valibot',
    (pattern, maxLength) => {
      const matches = v.regex<string>(new RegExp(pattern, 'u'));
      const checked =
        maxLength === undefined
          ? v.pipe(v.string(), matches)
          : v.pipe(v.string(), v.maxLength<string, number>(maxLength), matches);
      return compile(
        toStandardJsonSchema(v.object({ text: v.optional(checked), texts: v.optional(v.array(checked)) })),
      );
    },
  ],
  [
    'arktype',
    (pattern, maxLength) => {
      const text = type.string.matching(new RegExp(pattern, 'u'));
      const checked = maxLength === undefined ? text : text.atMostLength(maxLength);
      return compile(type({ 'text?': checked, 'texts?': checked.array() }));
    },
  ],
  ['JSON Schema, by ajv', (pattern, maxLength) => compile(jsonSchema(pattern, maxLength))],
  ['JSON Schema, by no-eval', (pattern, maxLength) => compile(jsonSchema(pattern, maxLength), noEval())],
];
