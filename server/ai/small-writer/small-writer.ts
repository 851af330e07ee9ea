import { fileURLToPath } from 'node:url';

/** The adapter that makes a small language model a writer of drafts. What it is and how it was made: README.md beside it. */
export const SMALL_WRITER = {
  adapterPath: fileURLToPath(new URL('./writer-lora.gguf', import.meta.url)),
  adapterSha256: '07a94c2185d00ae72c6eda2048c5fe4de93e79724c7a9eb3b66b200a59346be6',
  /** Of the only file that the adapter belongs to: Qwen2.5-Coder-1.5B-Instruct, Q4_K_M. */
  baseSha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
} as const;
