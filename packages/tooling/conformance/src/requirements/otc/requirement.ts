/** The part of the specification a requirement belongs to. */
export type RequirementSection =
  | 'HLTH'
  | 'LIST'
  | 'DEF'
  | 'REQ'
  | 'CALL'
  | 'VER'
  | 'RESP'
  | 'ERR'
  | 'AUTH'
  | 'TAUTH'
  | 'SECR'
  | 'USER'
  | 'SCHV';

/** The ID of a requirement, such as `OTC-CALL-07`. */
export type RequirementId = `OTC-${RequirementSection}-${string}`;

/** The level of a requirement. A sentence with several verbs has the strongest level for its subject. */
type RequirementLevel = 'MUST' | 'MUST NOT' | 'SHOULD' | 'MAY';

/** One normative sentence of a specification. */
export interface Requirement {
  readonly id: RequirementId;
  readonly level: RequirementLevel;
  /** A paraphrase of the sentence. */
  readonly sentence: string;
  /** The page that contains the sentence, such as `Call Tool`. */
  readonly source: string;
  /** Who must fulfill it. `process` means authors of the specification and operators; no request can test it. */
  readonly appliesTo: 'server' | 'client' | 'process';
}

type Row = readonly [
  id: RequirementId,
  level: RequirementLevel,
  sentence: string,
  appliesTo?: Requirement['appliesTo'],
];

/** Turns a table of the sentences on one page into requirements. Most apply to servers. */
export function fromPage(source: string, rows: readonly Row[]): readonly Requirement[] {
  return rows.map(([id, level, sentence, appliesTo = 'server']) => ({ id, level, sentence, source, appliesTo }));
}
