/** A password hash of another system, its password, and where both are published. */
export type PublishedHash = readonly [source: string, password: string, hash: string];

/** Those that are computed within milliseconds. */
export const cheapHashes: readonly PublishedHash[] = [
  [
    'tests of the reference implementation of Argon2, two lanes',
    'password',
    '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
  ],
  [
    'RFC 7914, section 12, 16 times in parallel',
    'password',
    '$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWIurzDZLiKjiG/xCSedmDDaxyevuUqD7m2DYMvfoswGQA',
  ],
  [
    'documentation of Authelia, in the alphabet of Passlib',
    'insecure_secret',
    '$pbkdf2-sha512$310000$c8p78n7pUMln0jzvd4aK4Q$JNRBzwAo0ek5qKn50cFzzvE9RXV88h1wJn5KGiHrD0YKtZaR/nCb2CJPOsKaPK0hjf.9yHxzQGZziziccp6Yng',
  ],
  ['RFC 6070, 4096 iterations', 'password', '$pbkdf2$4096$c2FsdA$SwB5AbdlSJq+rUnZJvch0GWkKcE'],
  [
    'documentation of Passlib, as Django writes it',
    'password',
    'pbkdf2_sha256$10000$s1w0UXDd00XB$+4ORmyvVWAQvoAEWlDgN34vlaJx1ZTZpa1pCSRey2Yk=',
  ],
];

export const publishedHashes: readonly PublishedHash[] = [
  ...cheapHashes,
  [
    'tests of the reference implementation of Argon2',
    'password',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ],
  [
    'RFC 7914, section 12, in a PHC string',
    'pleaseletmein',
    '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw',
  ],
  [
    'documentation of Passlib',
    'password',
    '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
  ],
  [
    'documentation of Passlib',
    'password',
    '$pbkdf2-sha256$6400$0ZrzXitFSGltTQnBWOsdAw$Y11AchqV4b0sUisdZd0Xr97KWoymNE0LNNrnEgY4H9M',
  ],
  ['tests of Django', 'lètmein', 'pbkdf2_sha256$1000000$seasalt$r1uLUxoxpP2Ued/qxvmje7UH9PUJBkRrvf9gGPL7Cps='],
];
