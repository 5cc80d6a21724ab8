export default {
  // Both ends would otherwise do work that the other frameworks do not.
  compress: false,
  poweredByHeader: false,
}
