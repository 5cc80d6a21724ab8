// What of a CPU's features decides which code runs: what some engine, C library or library inside a runtime asks the CPU
// for before it chooses among several ways to do the same. Others, such as those of the kernel or of virtualization, do not.
//
// - V8: `CpuFeatures::ProbeImpl` in src/codegen/x64/assembler-x64.cc and src/codegen/arm64/assembler-arm64.cc of v8/v8
// - JavaScriptCore: `collectCPUFeatures` in Source/JavaScriptCore/assembler/MacroAssemblerX86_64.cpp and
//   MacroAssemblerARM64.cpp of WebKit/WebKit
// - glibc: sysdeps/x86/cpu-features.c, dl-cacheinfo.h, sysdeps/x86_64/multiarch/ifunc-*.h (memory and strings; RTM chooses
//   variants of its own), sysdeps/x86_64/fpu/multiarch/ifunc-*.h (libm: FMA, FMA4, AVX2, SSE4.1) and
//   sysdeps/aarch64/multiarch; the levels x86-64-v2 to v4 of the psABI are made of the same flags
// - simdutf and simdjson, in Node and Bun: include/simdutf/internal/isadetection.h (westmere, haswell, icelake)
// - Highway, in Bun and newer V8: hwy/targets.cc (SSE4, AVX2, AVX3, AVX3_DL, AVX3_ZEN4, AVX3_SPR; NEON, SVE, SVE2)
// - OpenSSL and BoringSSL: crypto/x86_64cpuid.pl, crypto/armcap.c (AES, SHA, carry-less products, ADX)
// - zlib of Chromium: cpu_features.c (CRC-32 by PCLMULQDQ or by the CRC instructions of ARM)
//
// Named as Linux does in /proc/cpuinfo: `pni` is SSE3, `abm` LZCNT, `lahf_lm` SAHF, `user_shstk` the shadow stacks of CET,
// `atomics` LSE, `fphp` half-precision numbers.

const X64 = [
  ...['pni', 'ssse3', 'sse4_1', 'sse4_2', 'popcnt', 'cx16', 'lahf_lm', 'movbe', 'xsave'],
  ...['avx', 'avx2', 'fma', 'fma4', 'f16c', 'bmi1', 'bmi2', 'abm', 'adx'],
  ...['erms', 'fsrm', 'fzrm', 'fsrs', 'rtm', 'user_shstk'],
  ...['aes', 'pclmulqdq', 'sha_ni', 'sha512', 'vaes', 'vpclmulqdq', 'gfni'],
  ...['avx512f', 'avx512cd', 'avx512bw', 'avx512dq', 'avx512vl', 'avx512er', 'avx512ifma', 'avx512vbmi'],
  ...['avx512_vbmi2', 'avx512_vnni', 'avx512_bitalg', 'avx512_vpopcntdq', 'avx512_bf16', 'avx512_fp16'],
  ...['avx_vnni', 'avx_vnni_int8', 'avx_ifma', 'avx10', 'apx'],
]

const ARM64 = [
  ...['fp', 'asimd', 'asimdhp', 'fphp', 'asimddp', 'asimdfhm', 'asimdrdm', 'jscvt', 'fcma', 'frint', 'flagm'],
  ...['atomics', 'uscat', 'lrcpc', 'ilrcpc', 'crc32', 'aes', 'pmull', 'sha1', 'sha2', 'sha3', 'sha512'],
  ...['i8mm', 'bf16', 'sve', 'sve2', 'svei8mm', 'svebf16', 'sveaes', 'svepmull', 'svebitperm', 'sve2p1'],
  ...['sme', 'sme2', 'mops', 'cssc', 'hbc'],
]

const DISPATCHED: ReadonlySet<string> = new Set([...X64, ...ARM64])

/** Returns what of the features of a CPU code is chosen by, in alphabetical order, each once. */
export function dispatchFlags(flags: readonly string[]): string[] {
  return Array.from(new Set(flags.filter(flag => DISPATCHED.has(flag)))).toSorted()
}
