import { authenticationRequirements } from './authentication.ts';
import { callRequirements } from './call.ts';
import { definitionRequirements } from './definition.ts';
import { healthRequirements } from './health.ts';
import { listRequirements } from './list.ts';
import { protocolVersionRequirements } from './protocol-version.ts';
import { requestRequirements } from './request.ts';
import type { Requirement } from './requirement.ts';
import { errorRequirements, responseRequirements } from './response.ts';
import { toolRequirements } from './tool-requirements.ts';
import { versionRequirements } from './version.ts';

/** Every requirement of Open Tool Calling 1.0, in the order of its pages. */
export const otcRequirements: readonly Requirement[] = [
  ...healthRequirements,
  ...listRequirements,
  ...definitionRequirements,
  ...requestRequirements,
  ...callRequirements,
  ...versionRequirements,
  ...responseRequirements,
  ...errorRequirements,
  ...authenticationRequirements,
  ...toolRequirements,
  ...protocolVersionRequirements,
];
