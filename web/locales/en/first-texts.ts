import common from './common.json';
import layout from './layout.json';

/** The English texts of every page. */
export const firstTexts = { common, layout };
