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

/** The id of a requirement, such as `OTC-CALL-07`. */
export type RequirementId = `OTC-${RequirementSection}-${string}`;

/** How binding a requirement is; where a sentence has several verbs, the strongest one that binds its subject. */
export type RequirementLevel = 'MUST' | 'MUST NOT' | 'SHOULD' | 'MAY';

/** The page a requirement comes from. */
export type RequirementSource =
  | 'Health Check'
  | 'List Tools'
  | 'Call Tool'
  | 'Tool Definition'
  | 'Call Tool Request'
  | 'Call Tool Response'
  | 'Error Schemas'
  | 'Server Authentication'
  | 'Tool Authorization'
  | 'Tool Secrets'
  | 'Versioning'
  | 'OpenAPI';

/** One normative sentence of a specification. */
export interface Requirement {
  readonly id: RequirementId;
  readonly level: RequirementLevel;
  /** The obligation in our own words. */
  readonly sentence: string;
  readonly source: RequirementSource;
  /** Whom it binds; `process` is for those who write the specification or run a server, and no request can show it. */
  readonly who: 'server' | 'client' | 'process';
}
