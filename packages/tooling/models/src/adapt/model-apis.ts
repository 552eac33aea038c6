import type { ModelApi } from './adapt-tools.ts';

/** OpenAI's APIs. */
export const openAiApi: ModelApi = {
  parameterName: /^[a-zA-Z0-9_.-]{1,64}$/,
  // "Expected a string with maximum length 1024": one longer description makes the API reject the request.
  maxDescriptionLength: 1_024,
  async loadStrictBudget() {
    const { openAiBudget } = await import('./strict-budget.ts');
    return openAiBudget();
  },
};

/** Anthropic's APIs. */
export const anthropicApi: ModelApi = {
  parameterName: /^[a-zA-Z0-9_.-]{1,64}$/,
  async loadStrictBudget() {
    const { anthropicBudget } = await import('./strict-budget.ts');
    return anthropicBudget();
  },
};

/** Google's Gemini API. */
export const geminiApi: ModelApi = {
  parameterName: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
  // https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support, and the types of @google/genai.
  keywords: new Set([
    '$defs',
    '$ref',
    'type',
    'format',
    'title',
    'description',
    'enum',
    'items',
    'prefixItems',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'anyOf',
    'properties',
    'additionalProperties',
    'required',
  ]),
};

/** The strictest limits of all APIs, for SDKs whose model is not known. */
export const strictestApi: ModelApi = { parameterName: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/ };
