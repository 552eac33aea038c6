import { defineTool } from '@toolwire/core';
import { schemasIn } from '@toolwire/internal/json-schema';
import type { JsonSchema, ModelTool } from '@toolwire/models';
import { createCaller, createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { type AdaptedTool, adaptTools } from '../../src/adapt/adapt-tools.ts';
import type { ModelApi } from '../../src/adapt/model-apis.ts';
import { anthropicApi, geminiApi, openAiApi } from '../../src/adapt/model-apis.ts';
import type { OddSchema } from './odd-schema.ts';
import { valuesOf } from './values-of.ts';

/** How a model learns all rules of an input: the strongest form that every one of its rules has. */
export type RuleForm =
  /** The published schema rejects what the tool rejects. */
  | 'schema'
  /** A description states the rule. */
  | 'description'
  /** JSON Schema has no keyword for the rule, such as a refinement of Zod. */
  | 'refinement'
  /** The model can't know the rule. */
  | 'nowhere';

/** An input that a model may send and that the tool rejects. */
export interface Leak {
  readonly form: RuleForm;
  readonly input: unknown;
  readonly keywords: readonly string[];
}

export const apis: Readonly<Record<string, ModelApi>> = {
  OpenAI: openAiApi,
  Anthropic: anthropicApi,
  Gemini: geminiApi,
};

const validator = ajv();
const explaining = new Ajv2020({ strict: false, allErrors: true, verbose: true, validateFormats: false });
const samples = 100;

/** A tool with the schema, on a server, as an API gets it. */
export interface AdaptedSchema {
  readonly adapted: AdaptedTool;
  /** Whether the published schema accepts an input. */
  readonly isPublished: (modelInput: unknown) => boolean;
  readonly findLeaks: () => Promise<readonly Leak[]>;
}

export function adaptSchema({ input, wrong }: OddSchema, api: ModelApi): AdaptedSchema {
  const definition = defineTool({ id: 'Odd.Tool', version: '1.0.0', description: 'Odd.', input, run: () => null });
  const server = createToolServer({ tools: [definition], wires: [], validator, logger: silentLogger });
  const [tool] = server.tools;
  const [adapted] = adaptTools(server.tools, api, {}).tools;
  if (tool === undefined || adapted === undefined) throw new Error('The server has one tool.');
  const call = createCaller(server);
  const published = validator.compile(adapted.inputSchema);
  const isPublished = (modelInput: unknown): boolean => published(modelInput).ok;
  return {
    adapted,
    isPublished,
    async findLeaks() {
      const generated = fc.sample(valuesOf(adapted.inputSchema, adapted.inputSchema), { seed: 37, numRuns: samples });
      const sent = [...wrong.map((one) => adapted.toModelInput(one)), ...generated].filter(isPublished);
      const found = await Promise.all(
        sent.map(async (modelInput) => {
          const restored = adapted.restore(modelInput as JsonSchema);
          const { kind } = await call('Odd.Tool', restored);
          return kind === 'invalid' ? [leakOf(tool, adapted.inputSchema, restored)] : [];
        }),
      );
      return found.flat();
    },
  };
}

function leakOf({ inputSchema, inputDocument }: ModelTool, published: JsonSchema, input: unknown): Leak {
  const original = inputDocument ?? inputSchema;
  if (validator.compile(original)(input).ok) return { form: 'refinement', input, keywords: [] };
  const check = explaining.compile(original);
  check(input);
  const stated = (check.errors ?? []).filter(({ keyword, schema }) => isStated(keyword, schema, published));
  const keywords = [...new Set(stated.map(({ keyword }) => keyword))];
  return { form: stated.length > 0 ? 'description' : 'nowhere', input, keywords };
}

/** Whether a description states a rule: its keyword, and its value if that is not a schema. */
function isStated(keyword: string, value: unknown, published: JsonSchema): boolean {
  const descriptions = schemasIn(published).map(({ schema: { description } }) => withoutQuotes(String(description)));
  const includes = (rule: string): boolean => descriptions.some((text) => text.includes(rule));
  if (keyword === 'oneOf') return includes('Exactly one of the alternatives matches.');
  if (keyword === 'false schema') return includes('(not: {})');
  const isSchema =
    typeof value === 'object' && !(Array.isArray(value) && value.every((one) => typeof one === 'string'));
  const rule = isSchema ? '' : withoutQuotes(JSON.stringify(value));
  return descriptions.some((text) => text.replaceAll(': ', ':').includes(`${keyword}:${rule}`));
}

function withoutQuotes(text: string): string {
  return text.replaceAll(/[\\"]/g, '');
}
