/** The package comes without types of its own. */
declare module 'postcss-preset-mantine' {
  import type { PluginCreator } from 'postcss';

  const preset: PluginCreator<{ autoRem?: boolean }>;
  export default preset;
}
