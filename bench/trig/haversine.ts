const EARTH_RADIUS_KM = 6371
const RADIANS = Math.PI / 180

/** Returns the sum of the distances between all pairs of places, by the haversine formula as it is usually written. */
export function haversineKilometres(places: Float64Array): number {
  let sum = 0
  for (let a = 0; a < places.length; a += 2) {
    for (let b = a + 2; b < places.length; b += 2) {
      sum += distance(places[a] ?? 0, places[a + 1] ?? 0, places[b] ?? 0, places[b + 1] ?? 0)
    }
  }
  return sum
}

function distance(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  const sinLatitude = Math.sin(((latitudeB - latitudeA) * RADIANS) / 2)
  const sinLongitude = Math.sin(((longitudeB - longitudeA) * RADIANS) / 2)
  const square =
    sinLatitude * sinLatitude +
    Math.cos(latitudeA * RADIANS) * Math.cos(latitudeB * RADIANS) * sinLongitude * sinLongitude
  return 2 * EARTH_RADIUS_KM * Math.atan2(Math.sqrt(square), Math.sqrt(1 - square))
}
