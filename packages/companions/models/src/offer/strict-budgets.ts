import { anthropicStrict, openAiStrict } from '../schema/strict-rules.ts';
import { createStrictBudget, type StrictBudget } from './strict-budget.ts';

/** What the strict tools of one request may have together, by OpenAI. */
export function openAiBudget(): StrictBudget {
  return createStrictBudget(openAiStrict);
}

/** The same by Anthropic. */
export function anthropicBudget(): StrictBudget {
  return createStrictBudget(anthropicStrict);
}
