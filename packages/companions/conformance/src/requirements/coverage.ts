import type { Requirement, RequirementId, RequirementSection } from './requirement.ts';

/** The server's obligations (MUST and MUST NOT) of some sections that no case and no test names. */
export function uncoveredRequirements(
  requirements: readonly Requirement[],
  covered: Iterable<RequirementId>,
  sections: readonly RequirementSection[],
): readonly Requirement[] {
  const named = new Set<string>(covered);
  return requirements.filter(
    (requirement) =>
      requirement.who === 'server' &&
      (requirement.level === 'MUST' || requirement.level === 'MUST NOT') &&
      sections.includes(sectionOf(requirement.id)) &&
      !named.has(requirement.id),
  );
}

/** The section of a requirement, such as `CALL`. */
function sectionOf(id: RequirementId): RequirementSection {
  return id.split('-')[1] as RequirementSection;
}
