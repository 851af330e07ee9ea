/** The package has no types. */
declare module 'postcss-preset-mantine' {
  import type { PluginCreator } from 'postcss';

  const preset: PluginCreator<{ autoRem?: boolean }>;
  export default preset;
}
