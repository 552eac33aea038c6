import type { ListedTool } from '@toolwire/conformance';
import fc from 'fast-check';

/** The parts of a parameter schema that are read. */
interface ParameterSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
}

type Input = Readonly<Record<string, unknown>>;

/** Inputs that match the published schema of a tool, or nearly match it. */
export function toolInput(tool: ListedTool): fc.Arbitrary<Input> {
  const { parameters = {} } = tool.input_schema as { parameters?: { properties?: object; required?: string[] } };
  const properties = Object.entries((parameters.properties ?? {}) as Record<string, ParameterSchema>);
  if (properties.length === 0) return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue(), { maxKeys: 4 });
  const members = Object.fromEntries(properties.map(([name, schema]) => [name, parameter(name, schema)]));
  const requiredKeys = (parameters.required ?? []).filter((name) => Object.hasOwn(members, name));
  return fc.record(members, { requiredKeys });
}

/** Parameters whose every value would cost time or memory that has nothing to do with the server. */
const bounded: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ms: fc.integer({ min: -1, max: 20 }),
  key: fc.constantFrom('a', 'b', '__proto__', 'constructor'),
};

/** A hundred megabytes each time. */
const costly = 'huge';

function parameter(name: string, schema: ParameterSchema): fc.Arbitrary<unknown> {
  if (Object.hasOwn(bounded, name)) return bounded[name] as fc.Arbitrary<unknown>;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.filter((value) => value !== costly));
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: -5, max: 1000 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fc.oneof(fc.string(), fc.string({ unit: 'binary' }), backtracking);
    case 'array':
      return fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 20 });
    case undefined:
    default:
      return fc.jsonValue();
  }
}

// A string that takes a careless pattern minutes.
const backtracking = fc.nat(200).map((times) => `${'a-'.repeat(times)}!`);
