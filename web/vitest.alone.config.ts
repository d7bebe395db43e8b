import { ALONE, webProject } from './vitest.config.ts';

export default webProject('web-alone', true, ALONE, []);
