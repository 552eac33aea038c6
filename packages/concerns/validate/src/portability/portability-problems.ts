import { nestingDepth, propertyNamesIn } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../json-schema/json.ts';

/** A property of a tool that some model APIs or clients reject or drop. */
export interface PortabilityProblem {
  /** A stable code. */
  readonly code: 'long_name' | 'parameter_name' | 'deep' | 'wide' | 'root_combinator';
  /** The APIs and clients that are affected. */
  readonly readers: readonly PortabilityReader[];
  /** What is wrong, where, and what to do. */
  readonly message: string;
}

/** The model APIs and clients that read tool definitions. */
type PortabilityReader = 'anthropic' | 'openai' | 'gemini' | 'claude-code';

/** The parts of a tool that models see. */
interface PortableTool {
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

/** Clients add the server's name as a prefix and cut at 64 characters. */
const maxNameLength = 48;
/** The parameter names that every client supports. */
const portableParameterName: RegExp = /^[a-zA-Z0-9_.-]{1,64}$/;
/** The maximum nesting depth of objects and arrays. */
const maxDepth = 5;
/** The maximum total number of properties. */
const maxProperties = 100;

/** Finds what some model APIs or clients reject in a published tool. */
export function findPortabilityProblems({ name, inputSchema }: PortableTool): readonly PortabilityProblem[] {
  return [
    ...nameProblems(name),
    ...parameterNameProblems(inputSchema),
    ...sizeProblems(inputSchema),
    ...rootProblems(inputSchema),
  ];
}

function nameProblems(name: string): readonly PortabilityProblem[] {
  if (name.length <= maxNameLength) return [];
  return [
    {
      code: 'long_name',
      readers: ['openai', 'gemini', 'claude-code'],
      message: `The name '${name}' has ${name.length} characters. Clients put a prefix before it and cut at 64: keep it to ${maxNameLength}.`,
    },
  ];
}

function parameterNameProblems(schema: JsonSchema): readonly PortabilityProblem[] {
  const names = [...new Set(propertyNamesIn(schema))].filter((name) => !portableParameterName.test(name));
  return names.map((name) => ({
    code: 'parameter_name',
    readers: ['anthropic', 'openai', 'claude-code'],
    message: `Some clients drop the whole tool because of the parameter name '${name}'. Use 1 to 64 characters (A-Z, a-z, 0-9, _, . or -).`,
  }));
}

function sizeProblems(schema: JsonSchema): readonly PortabilityProblem[] {
  const depth = nestingDepth(schema, ['object', 'array']);
  const count = propertyNamesIn(schema).length;
  const deep: PortabilityProblem = {
    code: 'deep',
    readers: ['openai', 'gemini'],
    message: `The parameters are nested ${depth} levels deep. Some model APIs accept at most ${maxDepth}. Flatten them, or accept a part as a JSON string.`,
  };
  const wide: PortabilityProblem = {
    code: 'wide',
    readers: ['openai'],
    message: `The parameters have ${count} properties in total, and some model APIs accept at most ${maxProperties}. Split the tool into several.`,
  };
  return [...(depth > maxDepth ? [deep] : []), ...(count > maxProperties ? [wide] : [])];
}

function rootProblems(schema: JsonSchema): readonly PortabilityProblem[] {
  const keywords = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const'].filter((keyword) => keyword in schema);
  return keywords.map((keyword) => ({
    code: 'root_combinator',
    readers: ['anthropic', 'openai'],
    message: `The parameters have '${keyword}' at their root, and all tools of a request are refused for it. Publish the result of portableToolInput().`,
  }));
}
