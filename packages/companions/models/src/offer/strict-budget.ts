import { isObject } from '@toolwire/internal';
import { schemasWithin } from '../schema/pointer.ts';
import { strictInput } from '../schema/strict-input.ts';
import type { StrictRules } from '../schema/strict-rules.ts';
import { findWidened } from '../schema/widened.ts';
import type { JsonSchema } from './model-tool.ts';
import type { ToolChange } from './tool-report.ts';

/** What the strict tools of one request may have together. */
export interface StrictBudget {
  /** Whether members that may be left out are null instead. */
  readonly hasNullForAbsent: boolean;
  /** The strict form of a schema, if it has one that says what was written, and there is room for it. */
  take(
    written: JsonSchema,
    schema: JsonSchema,
    note: (...changes: readonly ToolChange[]) => void,
  ): JsonSchema | undefined;
}

/** Counts what the strict tools of a request have together, in the order of the tools. */
export function createStrictBudget(rules: StrictRules): StrictBudget {
  const left = { ...rules.budget };
  return {
    hasNullForAbsent: rules.isAllRequired,
    take(written, schema, note) {
      const widened = findWidened(written);
      const form = strictInput(schema, rules);
      if (!form.ok || widened.length > 0) {
        note(
          ...[...widened, ...(form.ok ? [] : form.problems)].map(
            ({ at, message }) => ({ code: 'not_strict', at, message }) as const,
          ),
        );
        return undefined;
      }
      const { optional, unions } = costOf(form.schema);
      if (left.tools < 1 || left.optional < optional || left.unions < unions) {
        const message = 'The tools before it have used up what the strict tools of one request may have together.';
        note({ code: 'not_strict', at: '', message });
        return undefined;
      }
      left.tools -= 1;
      left.optional -= optional;
      left.unions -= unions;
      return form.schema;
    },
  };
}

function costOf(strict: JsonSchema): { readonly optional: number; readonly unions: number } {
  const schemas = schemasWithin(strict).map(({ schema }) => schema);
  const optional = schemas.map(({ properties, required }) => {
    const needed = Array.isArray(required) ? required.length : 0;
    return isObject(properties) ? Object.keys(properties).length - needed : 0;
  });
  return {
    optional: optional.reduce((sum, count) => sum + count, 0),
    unions: schemas.filter(({ anyOf, type }) => anyOf !== undefined || Array.isArray(type)).length,
  };
}
