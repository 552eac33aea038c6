import type { Reader } from './offer-tools.ts';

/** What OpenAI's interfaces take of a tool. */
export const openAiReader: Reader = {
  parameterName: /^[a-zA-Z0-9_.-]{1,64}$/,
  // "Expected a string with maximum length 1024": all tools of a request are refused for one.
  longestDescription: 1_024,
  async loadStrictBudget() {
    const { openAiBudget } = await import('./strict-budgets.ts');
    return openAiBudget();
  },
};
