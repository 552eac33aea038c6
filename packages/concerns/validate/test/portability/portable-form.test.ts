import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInPortableForm, type ReportedTool } from '../../src/portability/portability-report.ts';
import { findPortabilityProblems, portabilityReport, portableToolInput } from '../../src/portability.ts';

const types = fc.constantFrom('array', 'boolean', 'integer', 'null', 'number', 'object', 'string');
const parameterNames = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('a', 'b', 'c') },
  { weight: 1, arbitrary: fc.constantFrom('$top', '', 'é') },
);

const schemas = fc.letrec<{ schema: object }>((tie) => {
  const schema = fc.oneof({ weight: 1, arbitrary: fc.boolean() }, { weight: 9, arbitrary: tie('schema') });
  const often = fc.record(
    {
      type: fc.oneof(
        { weight: 5, arbitrary: types },
        { weight: 1, arbitrary: fc.uniqueArray(types, { minLength: 1 }) },
      ),
      properties: fc.dictionary(parameterNames, schema, { maxKeys: 3 }),
      required: fc.array(parameterNames, { maxLength: 2 }),
      items: schema,
      additionalProperties: schema,
      enum: fc.constant(['a', 1, null]),
      description: fc.constant('A value.'),
      maxLength: fc.nat(),
    },
    { requiredKeys: [] },
  );
  const rare = fc.record(
    {
      const: fc.constantFrom<unknown>('a', null, 1),
      anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      not: tie('schema'),
      propertyNames: tie('schema'),
      patternProperties: fc.dictionary(fc.constant('^x'), schema),
    },
    { requiredKeys: [] },
  );
  return {
    schema: fc.oneof(
      { maxDepth: 6 },
      { weight: 1, arbitrary: fc.record({ type: types }) },
      { weight: 6, arbitrary: often },
      { weight: 1, arbitrary: rare },
    ),
  };
});

function toolOf(name: string, inputSchema: object): ReportedTool {
  return { id: 'A.B', version: '1.0.0', name, inputSchema: { ...inputSchema } };
}

it('a schema in portable form has the problems of its portable input', () => {
  let portable = 0;
  fc.assert(
    fc.property(fc.constantFrom('A_B', 'a'.repeat(49)), schemas.schema, (name, schema) => {
      const tool = toolOf(name, { type: 'object', ...schema });
      if (isInPortableForm(tool.inputSchema)) portable += 1;
      const problems = findPortabilityProblems({ name, inputSchema: portableToolInput(tool) });
      expect(portabilityReport([tool]).flatMap((report) => report.problems)).toEqual(problems);
    }),
    { numRuns: 1000 },
  );
  expect(portable).toBeGreaterThan(100);
});

it('leaves type lists at the root to the full check', () => {
  expect(portabilityReport([toolOf('A_B', { type: ['array', 'object'] })])).toHaveLength(1);
});

it.each([
  ['levels', nested, 5],
  ['properties', many, 100],
])('reports a tool with too many %s', (_, schemaOf, most) => {
  expect(portabilityReport([toolOf('A_B', schemaOf(most))])).toEqual([]);
  expect(portabilityReport([toolOf('A_B', schemaOf(most + 1))])).toHaveLength(1);
});

function nested(levels: number): object {
  return levels === 0 ? { type: 'string' } : { type: 'object', properties: { next: nested(levels - 1) } };
}

function many(count: number): object {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) };
}

it('counts the level of a type in a list', () => {
  const fiveLevels = Array.from({ length: 5 }).reduce<object>((a) => ({ type: 'object', properties: { a } }), {
    type: ['object', 'null'],
  });
  expect(portabilityReport([toolOf('A_B', fiveLevels)])).toHaveLength(1);
});
