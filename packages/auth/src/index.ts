export {
  type GivenContext,
  type LackingRequirements,
  missingRequirements,
  type NeededRequirements,
} from './missing-requirements.ts';
