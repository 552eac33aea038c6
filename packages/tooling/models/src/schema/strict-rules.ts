/** The published strict-mode rules of a model API. */
export interface StrictRules {
  /** The URL of the rules. */
  readonly source: string;
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  /** Whether every property must be required. */
  readonly isAllRequired: boolean;
  readonly maxMinItems: number;
  /** The syntax that a pattern can't have. After an odd number of backslashes, its first character is a literal. */
  readonly unsupportedInPatterns: { readonly syntax: RegExp; readonly description: string };
  /** Limits of one schema. */
  readonly limits: {
    readonly depth: number;
    readonly properties: number;
    readonly values: number;
    readonly characters: number;
  };
  /** The most characters in the strings of one enum with more than this number of values. */
  readonly largeEnum: { readonly values: number; readonly characters: number };
  /** Limits of all strict tools of a request together. */
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
const unlimited = Number.POSITIVE_INFINITY;

/** Supported schemas of OpenAI's Structured Outputs, which apply to functions with `strict: true`. */
export const openAiStrict: StrictRules = {
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
  maxMinItems: unlimited,
  unsupportedInPatterns: { syntax: /(?<!\\)(?:\\\\)*\(\?<?[=!]/, description: 'lookarounds' },
  limits: { depth: 10, properties: 5_000, values: 1_000, characters: 120_000 },
  largeEnum: { values: 250, characters: 15_000 },
  budget: { tools: unlimited, optional: unlimited, unions: unlimited },
};

/** The limitations of Anthropic's structured outputs, which apply to tools with `strict: true`. */
export const anthropicStrict: StrictRules = {
  source: 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations',
  keywords: new Set([...common, 'pattern', 'format', 'const', 'minItems']),
  formats: new Set([...formats, 'uri']),
  isAllRequired: false,
  maxMinItems: 1,
  unsupportedInPatterns: {
    syntax: /(?<!\\)(?:\\\\)*(?:\(\?<?[=!]|\\[1-9bBk])/,
    description: 'lookarounds, backreferences or word boundaries',
  },
  limits: { depth: unlimited, properties: unlimited, values: unlimited, characters: unlimited },
  largeEnum: { values: unlimited, characters: unlimited },
  budget: { tools: 20, optional: 24, unions: 16 },
};
