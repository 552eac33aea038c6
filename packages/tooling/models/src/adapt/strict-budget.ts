import { isObject } from '@toolwire/internal';
import { schemasIn } from '@toolwire/internal/json-schema';
import { findWidened } from '../schema/rewritten-keywords.ts';
import { strictInput } from '../schema/strict-input.ts';
import { anthropicStrict, openAiStrict, type StrictRules } from '../schema/strict-rules.ts';
import type { JsonSchema, ToolChange } from './model-tool.ts';

/** The limits that the strict tools of one request share. */
export interface StrictBudget {
  /** Whether a model sends null for an optional property. */
  readonly hasNullForAbsent: boolean;
  /** Returns the strict form of a schema, or `undefined` if it has no equivalent one or the budget is used up. */
  reserve(
    original: JsonSchema,
    schema: JsonSchema,
    report: (...changes: readonly ToolChange[]) => void,
  ): JsonSchema | undefined;
}

type StrictApi = 'openAi' | 'anthropic';
const rulesOf: Readonly<Record<StrictApi, StrictRules>> = { openAi: openAiStrict, anthropic: anthropicStrict };

/** Creates the budget for the tools of one request. */
export function createStrictBudget(api: StrictApi): StrictBudget {
  const rules = rulesOf[api];
  const remaining = { ...rules.budget };
  return {
    hasNullForAbsent: rules.isAllRequired,
    reserve(original, schema, report) {
      const widened = findWidened(original);
      const form = strictInput(schema, rules);
      if (!form.ok || widened.length > 0) {
        report(
          ...[...widened, ...(form.ok ? [] : form.problems)].map(
            ({ at, message }) => ({ code: 'not_strict', at, message }) as const,
          ),
        );
        return undefined;
      }
      const { optional, unions } = costOf(form.schema);
      if (remaining.tools < 1 || remaining.optional < optional || remaining.unions < unions) {
        const message = 'Earlier strict tools have used up the limits of one request.';
        report({ code: 'not_strict', at: '', message });
        return undefined;
      }
      remaining.tools -= 1;
      remaining.optional -= optional;
      remaining.unions -= unions;
      return form.schema;
    },
  };
}

function costOf(strict: JsonSchema): { readonly optional: number; readonly unions: number } {
  const schemas = schemasIn(strict).map(({ schema }) => schema);
  const optional = schemas.map(({ properties, required }) => {
    const requiredNames: readonly unknown[] = Array.isArray(required) ? required : [];
    return isObject(properties) ? Object.keys(properties).filter((name) => !requiredNames.includes(name)).length : 0;
  });
  return {
    optional: optional.reduce((sum, count) => sum + count, 0),
    unions: schemas.filter(({ anyOf, type }) => anyOf !== undefined || Array.isArray(type)).length,
  };
}
