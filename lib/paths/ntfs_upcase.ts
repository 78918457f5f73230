/**
 * Made by `scripts/ntfs_upcase.ts` from the `$UpCase` file of a volume that Debian's mkntfs formatted. Do not edit.
 *
 * @module
 */

/** SHA-256 of the 131,072 bytes the runs unpack to (65,536 little-endian code units). */
export const NTFS_UPCASE_SHA256 = "41c26bc7a12bdaeb26025c93118697c7e3ef81ee048b00fe5cce2a472e0e0742";

/** Runs of `first,count,step,delta` in base 36: `count` code units from `first` on, `step` apart, change by `delta`. */
export const NTFS_UPCASE_RUNS = [
  "2p,q,1,-w 68,n,1,-w 6w,7,1,-w 73,1,1,3d 75,o,2,-1 8j,3,2,-1 8q,8,2,-1 97,n,2,-1 ai,3,2,-1 ao,1,1,5f ar,2,2,-1",
  "aw,1,1,-1 b0,1,1,-1 b6,1,1,-1 b9,1,1,2p bd,1,1,-1 be,1,1,4j bi,1,1,3m bl,3,2,-1 bs,1,1,-1 bx,1,1,-1 c0,1,1,-1",
  "c4,2,2,-1 c9,1,1,-1 cd,1,1,-1 cf,1,1,1k cm,1,1,-2 cp,1,1,-2 cs,1,1,-2 cu,8,2,-1 d9,1,1,-27 db,9,2,-1 dv,1,1,-2",
  "dx,1,1,-1 e1,k,2,-1 f7,9,2,-1 fw,1,1,-1 g2,1,1,-1 g7,5,2,-1 gg,1,1,8bj gh,1,1,8bg gj,1,1,-5u gk,1,1,-5q",
  "gm,2,1,-5p gp,1,1,-5m gr,1,1,-5n gw,1,1,-5p gz,1,1,-5r h4,1,1,-5t h5,1,1,-5v h7,1,1,8af hb,1,1,-5v hd,1,1,8al",
  "he,1,1,-5x hh,1,1,-5y hp,1,1,89z hs,1,1,-62 hv,1,1,-62 i0,1,1,-62 i1,1,1,-1x i2,2,1,-61 i4,1,1,-1z ia,1,1,-63",
  "oh,2,2,-1 on,1,1,-1 or,3,1,3m q4,1,1,-12 q5,3,1,-11 q9,h,1,-w qr,9,1,-w r0,1,1,-1s r1,2,1,-1r rb,1,1,-8",
  "rd,c,2,-1 s2,1,1,7 s8,1,1,-1 sb,1,1,-1 ts,w,1,-w uo,g,1,-28 v5,h,2,-1 wb,r,2,-1 xu,7,2,-1 y7,1,1,-f y9,16,2,-1",
  "129,12,1,-1c 5tl,1,1,r9g 5tp,1,1,2xy 5xd,23,2,-1 61t,1c,2,-1 64g,8,1,8 64w,6,1,8 65c,8,1,8 65s,8,1,8 668,6,1,8",
  "66p,4,2,8 674,8,1,8 67k,2,1,22 67m,4,1,2e 67q,2,1,2s 67s,2,1,3k 67u,2,1,34 67w,2,1,3i 680,8,1,8 68g,8,1,8",
  "68w,8,1,8 69c,2,1,8 69f,1,1,9 69v,1,1,9 6a8,2,1,8 6ao,2,1,8 6at,1,1,7 6b7,1,1,9 6ku,1,1,-s 6ls,g,1,-g",
  "6mc,1,1,-1 79s,q,1,-q 8q8,1b,1,-1c 8rl,1,1,-1 8rp,1,1,-8bv 8rq,1,1,-8bs 8rs,3,2,-1 8s3,1,1,-1 8s6,1,1,-1",
  "8sh,1e,2,-1 8w0,12,1,-5ls wu9,g,2,-1 wv7,6,2,-1 ww1,c,2,-1 x0j,7,2,-1 x0z,v,2,-1 x2y,2,2,-1 x33,5,2,-1",
  "x3g,1,1,-1 1ef5,q,1,-w",
].join(" ");
