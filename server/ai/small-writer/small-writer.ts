import { fileURLToPath } from 'node:url';

/** The adapter with which a small language model writes drafts. README.md in this folder describes it. */
export const SMALL_WRITER = {
  adapterPath: fileURLToPath(new URL('./writer-lora.gguf', import.meta.url)),
  adapterSha256: '07a94c2185d00ae72c6eda2048c5fe4de93e79724c7a9eb3b66b200a59346be6',
  /** SHA-256 of the only file that the adapter fits: Qwen2.5-Coder-1.5B-Instruct, Q4_K_M. */
  baseSha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
} as const;
