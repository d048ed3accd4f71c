// Whether a server answers.

class Server {
  /** The last question was not answered: what can be done on this device is done here. */
  isAway = $state(false);
}

export const server = new Server();
