/** What a model's interface takes in strict mode, as its makers have published it. */
export interface StrictRules {
  /** Whose rules these are. */
  readonly of: 'openai' | 'anthropic';
  /** Where they are published. */
  readonly source: string;
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  /** Whether every member of an object has to be required. */
  readonly isAllRequired: boolean;
  /** The largest `minItems`. */
  readonly mostMinItems: number;
  /** What a pattern must not have. */
  readonly unknownInPatterns: RegExp;
  /** Of one schema. */
  readonly limits: {
    readonly depth: number;
    readonly properties: number;
    readonly values: number;
    readonly letters: number;
  };
  /** Of all strict tools of a request together. */
  readonly budget: { readonly tools: number; readonly optional: number; readonly unions: number };
}

const common = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'title',
  'description',
];
const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
const none = Number.POSITIVE_INFINITY;

/** Supported schemas of OpenAI's Structured Outputs, which functions with `strict: true` are held to. */
export const openAiStrict: StrictRules = {
  of: 'openai',
  source: 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
  keywords: new Set([
    ...common,
    'pattern',
    'format',
    'multipleOf',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'minItems',
    'maxItems',
  ]),
  formats: new Set(formats),
  isAllRequired: true,
  mostMinItems: none,
  unknownInPatterns: /\(\?<?[=!]/,
  limits: { depth: 10, properties: 5_000, values: 1_000, letters: 120_000 },
  budget: { tools: none, optional: none, unions: none },
};

/** The limitations of Anthropic's structured outputs, which tools with `strict: true` are held to. */
export const anthropicStrict: StrictRules = {
  of: 'anthropic',
  source: 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations',
  keywords: new Set([...common, 'pattern', 'format', 'const', 'minItems']),
  formats: new Set([...formats, 'uri']),
  isAllRequired: false,
  mostMinItems: 1,
  // Lookarounds, references back, and the edges of words.
  unknownInPatterns: /\(\?<?[=!]|\\[1-9bBk]/,
  limits: { depth: none, properties: none, values: none, letters: none },
  budget: { tools: 20, optional: 24, unions: 16 },
};
