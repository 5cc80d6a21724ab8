import { suite } from 'steelyard'

/** The smallest suite there is: shows that a build starts with its flags and speaks the protocol. */
export default suite({ name: 'preflight', question: 'Does it start?', cases: { nothing: () => 0 } })
