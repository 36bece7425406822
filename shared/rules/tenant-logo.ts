/** DECISION 0134: the types of images that a logo can have. SVG can contain scripts and load other files. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Largest file of a logo, in bytes. Everyone in the team loads it with the team's name. */
export const logoMaxBytes = 32_768;

/** Of the data URL that contains it. */
export const logoMaxLength = 'data:image/jpeg;base64,'.length + Math.ceil(logoMaxBytes / 3) * 4;

/** A data URL whose content begins as files of its type do. */
export const logoPattern =
  /^data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR[A-Za-z0-9+/]{6}XRUJQ)[A-Za-z0-9+/]+={0,2}$/;
