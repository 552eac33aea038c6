import { packageBuild } from '../../tsdown.config.ts';

export default packageBuild();
