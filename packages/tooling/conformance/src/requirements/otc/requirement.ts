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
  readonly appliesTo: 'server' | 'client' | 'process';
}

/** The server's obligations (MUST and MUST NOT) of some sections that no case and no test names. */
export function uncoveredRequirements(
  requirements: readonly Requirement[],
  covered: Iterable<RequirementId>,
  sections: readonly RequirementSection[],
): readonly Requirement[] {
  const named = new Set<string>(covered);
  return requirements.filter(
    (requirement) =>
      requirement.appliesTo === 'server' &&
      (requirement.level === 'MUST' || requirement.level === 'MUST NOT') &&
      sections.includes(sectionOf(requirement.id)) &&
      !named.has(requirement.id),
  );
}

/** The section of a requirement, such as `CALL`. */
function sectionOf(id: RequirementId): RequirementSection {
  return id.split('-')[1] as RequirementSection;
}
