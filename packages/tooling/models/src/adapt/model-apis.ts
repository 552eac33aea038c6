/** What an API accepts in a tool definition. */
export interface ModelApi {
  readonly parameterName: RegExp;
  /** The JSON Schema keywords that it supports. Default: all. */
  readonly keywords?: ReadonlySet<string>;
  readonly maxDescriptionLength?: number;
  /** The replaced keywords that it supports below the root. Default: none. */
  readonly keep?: readonly ('oneOf' | 'prefixItems')[];
  /** The rules of its strict mode, if it has one. */
  readonly strict?: 'openAi' | 'anthropic';
}

const withDotsAndHyphens = /^[a-zA-Z0-9_.-]{1,64}$/;
const lettersAndDigits = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** OpenAI rejects the whole request otherwise: "Expected a string with maximum length 1024". */
const maxDescriptionLength = 1_024;

/** OpenAI's APIs. */
export const openAiApi: ModelApi = {
  parameterName: withDotsAndHyphens,
  maxDescriptionLength,
  keep: ['oneOf', 'prefixItems'],
  strict: 'openAi',
};

/** Anthropic's APIs. */
export const anthropicApi: ModelApi = {
  parameterName: withDotsAndHyphens,
  keep: ['oneOf', 'prefixItems'],
  strict: 'anthropic',
};

/** Google's Gemini API. */
export const geminiApi: ModelApi = {
  parameterName: lettersAndDigits,
  keep: ['prefixItems'],
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

/** The strictest limits of all APIs for names and descriptions, for SDKs whose model is not known. Keywords stay, because only Gemini lacks some. */
export const strictestApi: ModelApi = { parameterName: lettersAndDigits, maxDescriptionLength };
