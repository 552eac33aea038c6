import { findPortabilityProblems } from '@toolwire/validate/portability';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isRecord, type JsonRecord, targetOf } from './json.ts';

/** A tool as an MCP server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: JsonRecord;
}

const ajv = new Ajv2020({ strict: false });
// The names that OpenAI, Anthropic and Gemini all accept.
const toolName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Why a model API refuses a tool as it is listed, and with it the whole request. The tests of `@toolwire/models` have the same rules. */
export function refusalOf({ name, description = '', inputSchema }: ListedTool): string | undefined {
  if (!toolName.test(name)) return 'name';
  if (description.length > 1_024) return 'description longer than 1,024 characters';
  if (inputSchema['type'] !== 'object') return 'input that is not an object';
  if (ajv.validateSchema(inputSchema) !== true) return 'invalid JSON Schema';
  if (!hasAllTargets(inputSchema, inputSchema)) return 'reference without a target';
  const problem = findPortabilityProblems({ name, inputSchema }).find(
    ({ code }) => code === 'root_combinator' || code === 'parameter_name',
  );
  return problem === undefined ? undefined : problem.code === 'parameter_name' ? 'parameter name' : 'root combinator';
}

function hasAllTargets(value: unknown, root: JsonRecord): boolean {
  if (Array.isArray(value)) return value.every((one) => hasAllTargets(one, root));
  if (!isRecord(value)) return true;
  const { $ref } = value;
  if (typeof $ref === 'string' && targetOf($ref, root) === undefined) return false;
  return Object.values(value).every((one) => hasAllTargets(one, root));
}
