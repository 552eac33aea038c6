import { isSchemaObject, type JsonSchema } from './json-schema.ts';
import { schemasIn } from './map-schema.ts';

/** What some readers of a tool refuse, or leave out. */
export interface PortabilityProblem {
  /** A stable code. */
  readonly code: 'long_name' | 'parameter_name' | 'deep' | 'wide' | 'root_combinator';
  /** Who minds. */
  readonly readers: readonly PortabilityReader[];
  /** What is wrong, where, and what to do, in a sentence. */
  readonly message: string;
}

/** Those who read definitions of tools on a model's behalf. */
export type PortabilityReader = 'anthropic' | 'openai' | 'gemini' | 'claude-code';

/** The parts of a tool that models are told. */
export interface PortableTool {
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

/** Clients put the name of the server in front, and cut at 64. */
export const longestName = 48;
/** What no client minds that a parameter is called. */
export const parameterName: RegExp = /^[a-zA-Z0-9_.-]{1,64}$/;
/** How many objects and lists may stand inside each other. */
export const deepest = 5;
/** How many properties there may be in all. */
export const mostProperties = 100;

/** Tells what of a tool, as it is published, some models' interfaces or clients will not take. */
export function findPortabilityProblems({ name, inputSchema }: PortableTool): readonly PortabilityProblem[] {
  return [
    ...nameProblems(name),
    ...parameterNameProblems(inputSchema),
    ...sizeProblems(inputSchema),
    ...rootProblems(inputSchema),
  ];
}

function nameProblems(name: string): readonly PortabilityProblem[] {
  if (name.length <= longestName) return [];
  return [
    {
      code: 'long_name',
      readers: ['openai', 'gemini', 'claude-code'],
      message: `The name '${name}' has ${name.length} characters. Clients put a prefix before it and cut at 64: keep it to ${longestName}.`,
    },
  ];
}

function parameterNameProblems(schema: JsonSchema): readonly PortabilityProblem[] {
  const names = [...new Set(propertyNames(schema))].filter((name) => !parameterName.test(name));
  return names.map((name) => ({
    code: 'parameter_name',
    readers: ['anthropic', 'openai', 'claude-code'],
    message: `The parameter '${name}' has a name that some clients drop the whole tool for. Use 1 to 64 of A-Z, a-z, 0-9, _, . and -.`,
  }));
}

function propertyNames(schema: JsonSchema): readonly string[] {
  const { properties } = schema;
  const own = isSchemaObject(properties) ? Object.keys(properties) : [];
  return [...own, ...schemasIn(schema).flatMap(propertyNames)];
}

function sizeProblems(schema: JsonSchema): readonly PortabilityProblem[] {
  const depth = depthOf(schema);
  const count = propertyNames(schema).length;
  const deep: PortabilityProblem = {
    code: 'deep',
    readers: ['openai', 'gemini'],
    message: `The parameters are nested ${depth} levels deep. Some interfaces take ${deepest}: flatten them, or take a part as a text of JSON.`,
  };
  const wide: PortabilityProblem = {
    code: 'wide',
    readers: ['openai'],
    message: `The parameters have ${count} properties in all. Some interfaces take ${mostProperties}: split the tool into several.`,
  };
  return [...(depth > deepest ? [deep] : []), ...(count > mostProperties ? [wide] : [])];
}

/** How many objects and lists stand inside each other. */
function depthOf(schema: JsonSchema): number {
  const { type } = schema;
  const inner = Math.max(0, ...schemasIn(schema).map(depthOf));
  return inner + (type === 'object' || type === 'array' ? 1 : 0);
}

function rootProblems(schema: JsonSchema): readonly PortabilityProblem[] {
  const found = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const'].filter((keyword) => keyword in schema);
  return found.map((keyword) => ({
    code: 'root_combinator',
    readers: ['anthropic', 'openai'],
    message: `The parameters have '${keyword}' at their root, and all tools of a request are refused for it. Publish what portableInput makes of them.`,
  }));
}
